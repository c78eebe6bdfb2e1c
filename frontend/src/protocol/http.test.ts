import { expect, test } from "vitest";
import { httpOf } from "./http";

function serverThat(answer: (path: string) => Response | Promise<Response>) {
  const asked: { path: string; method: string | undefined; headers: Headers }[] = [];
  const http = httpOf({
    token: "secret",
    fetch: async (path, init) => {
      asked.push({ path: String(path), method: init?.method, headers: new Headers(init?.headers) });
      return answer(String(path));
    },
  });
  return { http, asked };
}

test("each question carries the token in a header and names what it asks for", async () => {
  const everything = {
    ...{ folder: "", files: [], examples: [], recent: [], text: "", steps: [] },
    ...{ epoch: "", key: 0, snapshot: {}, events: [], characters: 0, code: "again" },
  };
  const { http, asked } = serverThat(() => Response.json(everything));

  await http.start();
  await http.steps("s/1", 40, 200);
  await http.moment("s-1", 3);
  await http.value("abc", 262_144);
  const code = await http.anotherCode();

  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/start",
    "GET /api/sessions/s%2F1/steps?before=40&limit=200",
    "GET /api/sessions/s-1/moments/3",
    "GET /api/values/abc?offset=262144",
    "POST /api/launch/another",
  ]);
  expect(new Set(asked.map(({ headers }) => headers.get("authorization")))).toEqual(
    new Set(["Bearer secret"]),
  );
  expect(asked.at(-1)?.headers.get("content-type")).toBe("application/json");
  expect(code).toBe("again");
});

test("a refusal is the server's own sentence", async () => {
  const { http } = serverThat(() =>
    Response.json({ code: "x", sentence: "Unknown session." }, { status: 404 }),
  );

  await expect(http.moment("s-1", 3)).rejects.toMatchObject({
    message: "Unknown session.",
    problem: { code: "x" },
  });
});

test("a refusal without a reason says at least what was refused", async () => {
  const { http } = serverThat(() => new Response("<html>", { status: 502 }));

  await expect(http.start()).rejects.toThrow(
    "The server refused /api/start with status 502 and gave no reason.",
  );
});

test("a server that does not answer is told as that", async () => {
  const { http } = serverThat(() => Promise.reject(new TypeError("fetch failed")));

  await expect(http.start()).rejects.toThrow("The server does not answer.");
});
