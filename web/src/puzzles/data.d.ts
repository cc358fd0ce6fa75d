/** The puzzles as text, one a line: id, grade, position, and for a win the number of placements. */
declare module "virtual:puzzles" {
  const lines: string;
  export default lines;
}
