import { describe, expect, test } from "vitest";
import { isLaunch, type LaunchPlace, launch, launchAddress, rememberSession } from "./launch";

/** A window with an address, its own storage, and a server that knows one code. */
function windowAt(hash: string, stored: Record<string, string> = {}) {
  const storage = new Map(Object.entries(stored));
  const addresses: string[] = [];
  const sent: unknown[] = [];
  const place: LaunchPlace = {
    location: { hash, pathname: "/", search: "" },
    history: { replaceState: (_state, _title, url) => void addresses.push(String(url)) },
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: async (_path, init) => {
      const body = String(init?.body);
      sent.push(JSON.parse(body));
      return body === '{"code":"good"}'
        ? new Response('{"token": "secret", "code": null}')
        : new Response('{"code": "launch.used", "sentence": "This address was used before."}', {
            status: 403,
          });
    },
  };
  return { place, storage, addresses, sent };
}

describe("launch", () => {
  test("swaps the address's code for a token, keeps it, and wipes the address", async () => {
    const { place, storage, addresses, sent } = windowAt("#c=good&s=s-1");

    const launched = await launch(place);

    expect(launched).toEqual({ token: "secret", session: "s-1" });
    expect(sent).toEqual([{ code: "good" }]);
    expect(Object.fromEntries(storage)).toEqual({ "stepgraph.token": "secret", "stepgraph.session": "s-1" });
    expect(addresses).toEqual(["/"]);
  });

  test("uses the kept token after a reload and asks nothing", async () => {
    const { place, addresses, sent } = windowAt("", {
      "stepgraph.token": "kept",
      "stepgraph.session": "s-2",
    });

    expect(await launch(place)).toEqual({ token: "kept", session: "s-2" });
    expect([addresses, sent]).toEqual([[], []]);
  });

  test("gives nothing to a window that has neither code nor token", async () => {
    expect(await launch(windowAt("").place)).toBeNull();
  });

  test("wipes the address and forgets the old token even when the code is refused", async () => {
    const { place, storage, addresses } = windowAt("#c=used", { "stepgraph.token": "old" });

    await expect(launch(place)).rejects.toThrow("This address was used before.");
    expect(storage.get("stepgraph.token")).toBeUndefined();
    expect(addresses).toEqual(["/"]);
  });
});

test("a window remembers its session, or none", () => {
  const { place, storage } = windowAt("");

  rememberSession(place.storage, "s-3");

  expect(Object.fromEntries(storage)).toEqual({ "stepgraph.session": "s-3" });
  rememberSession(place.storage, null);
  expect(storage.size).toBe(0);
});

test("an address with a code is a launch; one that only names a part of the page is none", () => {
  expect(["#c=a&s=1", "#main", ""].map(isLaunch)).toEqual([true, false, false]);
});

test("another window's address holds the code in its fragment, which no server sees", () => {
  expect(launchAddress("http://127.0.0.1:8722", "a+b", "s-1")).toBe("http://127.0.0.1:8722/#c=a%2Bb&s=s-1");
  expect(launchAddress("http://127.0.0.1:8722", "x", null)).toBe("http://127.0.0.1:8722/#c=x");
});
