import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (root === null) {
  throw new Error("The page has no #root element to draw into.");
}
createRoot(root).render(<main>Stepgraph</main>);
