import { describe, expect, it } from "vitest";

import { graph, parts, type Edge } from "../src/game/graph";
import { after } from "./kernel";

function edge(text: string, mark: string, action: string | null = null): Edge {
  const found = graph(after(text), action).edges.find((each) => each.mark === mark);
  if (!found) throw new Error(`no edge ${mark}`);
  return found;
}

describe("the graph", () => {
  it("has a node for every square, closed where a mark has settled, and an edge for every spooky pair", () => {
    const { nodes, edges } = graph(after("1-2 1-2 @1 3-4"), null);
    expect(nodes.map(({ stone }) => stone)).toEqual(["O2", "X1", ...Array<null>(7).fill(null)]);
    expect(nodes.filter(({ used }) => used).map(({ square }) => square)).toEqual([3, 4]);
    expect(edges.map(({ mark, squares }) => [mark, squares])).toEqual([["X3", [3, 4]]]);
  });

  it("bows parallel pairs apart", () => {
    const text = "1-2 1-2";
    expect(edge(text, "X1").path).not.toBe(edge(text, "O2").path);
    expect(edge("1-2", "X1").path).toBe("M50 50Q100 50 150 50");
  });

  it("leads round a square that lies between", () => {
    for (const pair of ["1-3", "1-7", "1-9", "3-7"]) {
      const { label, squares } = edge(pair, "X1");
      const middle = (squares[0] + squares[1]) / 2 - 1;
      const away = Math.hypot(label.x - (50 + 100 * (middle % 3)), label.y - (50 + 100 * Math.floor(middle / 3)));
      expect(away, pair).toBeGreaterThan(30);
    }
  });

  it("keeps the names of marks from standing on each other", () => {
    const { edges } = graph(after("1-6 3-4 2-5 1-5 2-4 7-9 8-5"), null);
    for (const [index, one] of edges.entries())
      for (const other of edges.slice(index + 1))
        expect(Math.hypot(one.label.x - other.label.x, one.label.y - other.label.y)).toBeGreaterThan(20);
  });

  it("tells groups, cycle, stems and what stays apart", () => {
    expect(edge("1-2 2-3 4-5", "X1").pattern).toBe(0);
    expect(edge("1-2 2-3 4-5", "X3").pattern).toBeNull();
    const closed = "1-4 1-5 4-8 2-6 1-8";
    expect(["X1", "O2", "X3", "O4"].map((mark) => edge(closed, mark).role)).toEqual(["cycle", "stem", "cycle", "untouched"]);
  });

  it("adds the edge that is pointed at, bowed from its parallel, and none for an outcome", () => {
    const ghost = edge("1-2", "O2", "1-2");
    expect(ghost.ghost).toBe(true);
    expect(ghost.path).not.toBe(edge("1-2", "X1").path);
    expect(graph(after("1-2 1-2"), "@1").edges).toHaveLength(2);
  });

  it("lists named groups first, their marks in move order", () => {
    expect(parts(after("8-9 1-2 5-6 2-3")).map(({ letter, marks }) => [letter, marks])).toEqual([
      ["A", ["O2", "O4"]],
      [null, ["X1"]],
      [null, ["X3"]],
    ]);
  });
});
