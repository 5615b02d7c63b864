import { createContext, useContext } from 'react';
import { formatDrawingPath, lineId } from '#shared/drawing-files.ts';

/** Finds the line of a drawing by name, as the `d` of a path; undefined where only its file has it. */
export type FindLine = (name: string) => string | undefined;

const LinesContext = createContext<FindLine>(() => undefined);

/** The server draws every line; the browser has those of the document. */
export const LinesProvider = LinesContext.Provider;

/** The line of a drawing, and where `<use>` finds it: in this document, under its name, or in its file. */
export function useLine(name: string): {
  readonly path: string | undefined;
  readonly href: string;
} {
  const path = useContext(LinesContext)(name);
  return {
    path,
    href: path === undefined ? `${formatDrawingPath(name)}#${lineId}` : `#${name}`,
  };
}

/** Reads the lines that the server has written into the document. */
export function readLines(): FindLine {
  const paths = [...document.querySelectorAll('path[id]')];
  const lines = new Map(
    paths.map(({ id, attributes }) => [id, attributes.getNamedItem('d')?.value]),
  );
  return (name) => lines.get(name);
}
