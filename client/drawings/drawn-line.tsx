import { createContext, useContext } from 'react';
import { formatDrawingPath, lineId } from '#shared/kolam/drawing-files.ts';

/** Finds the line of a drawing by name, as the `d` of a path; undefined if only the drawing's file has it. */
type FindLine = (name: string) => string | undefined;

/** The server computes every line; the browser reads them from the document. */
export const LinesContext = createContext<FindLine>(() => undefined);

/** Reads the lines that the server has written into the document. */
export function readLines(): FindLine {
  // These names cannot be ids: an id in SVG is an XML name, and they contain percent signs.
  const paths = [...document.querySelectorAll('path[data-line]')];
  const lines = new Map(
    paths.map((path) => [path.getAttribute('data-line'), path.getAttribute('d') ?? undefined]),
  );
  return (name) => lines.get(name);
}

interface DrawnLineProps {
  /** The name of the drawing: `nameEmblem`, `namePortraitRing`. */
  readonly name: string;
  /** Whether it is always from its file, as far down a long page: in the HTML it would add 200 compressed bytes. */
  readonly isInFile?: boolean;
}

/** The line of a drawing: from the document if the server drew it there, otherwise from a file. */
export function DrawnLine({ name, isInFile = false }: DrawnLineProps) {
  const findLine = useContext(LinesContext);
  const path = isInFile ? undefined : findLine(name);
  if (path === undefined) return <use href={`${formatDrawingPath(name)}#${lineId}`} />;
  return <path data-line={name} d={path} />;
}
