import { createContext } from 'react';

/** Finds the line of a drawing by name, as the `d` of a path; undefined if only the drawing's file has it. */
type FindLine = (name: string) => string | undefined;

/** The server computes every line; the browser reads them from the document. */
export const LinesContext = createContext<FindLine>(() => undefined);

/** Reads the lines that the server has written into the document. */
export function readLines(): FindLine {
  // Not by id: an id in SVG is an XML name, and these names contain percent signs.
  const paths = [...document.querySelectorAll('path[data-line]')];
  const lines = new Map(
    paths.map((path) => [path.getAttribute('data-line'), path.getAttribute('d') ?? undefined]),
  );
  return (name) => lines.get(name);
}
