import { createContext } from 'react';

/** Finds the line of a drawing by name, as the `d` of a path; undefined where only its file has it. */
type FindLine = (name: string) => string | undefined;

/** The server draws every line; the browser has those of the document. */
export const LinesContext = createContext<FindLine>(() => undefined);

/** Reads the lines that the server has written into the document. */
export function readLines(): FindLine {
  // Not by id: an id in SVG is a name of XML, which cannot have the percent signs of these names.
  const paths = [...document.querySelectorAll('path[data-line]')];
  const lines = new Map(
    paths.map((path) => [path.getAttribute('data-line'), path.getAttribute('d') ?? undefined]),
  );
  return (name) => lines.get(name);
}
