import { createContext, useContext } from 'react';

/** Finds the line of a drawing by name, as the `d` of a path; undefined where only its file has it. */
export type FindLine = (name: string) => string | undefined;

const LinesContext = createContext<FindLine>(() => undefined);

/** The server draws every line; the browser has those of the document. */
export const LinesProvider = LinesContext.Provider;

export const useFindLine = (): FindLine => useContext(LinesContext);

/** Reads the lines that the server has written into the document. */
export function readLines(): FindLine {
  const paths = [...document.querySelectorAll('path[id]')];
  const lines = new Map(
    paths.map(({ id, attributes }) => [id, attributes.getNamedItem('d')?.value]),
  );
  return (name) => lines.get(name);
}
