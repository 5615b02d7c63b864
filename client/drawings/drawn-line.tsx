import { useContext } from 'react';
import { formatDrawingPath, lineId } from '#shared/kolam/drawing-files.ts';
import { LinesContext } from './drawings.ts';

interface DrawnLineProps {
  /** The name of the drawing: `nameEmblem`, `namePortraitRing`. */
  readonly name: string;
  /** Always from its file: for drawings far down a long page. In the HTML each would add 200 compressed bytes. */
  readonly isInFile?: boolean;
}

/** The line of a drawing: from the document if the server drew it there, otherwise from a file. */
export function DrawnLine({ name, isInFile = false }: DrawnLineProps) {
  const findLine = useContext(LinesContext);
  const path = isInFile ? undefined : findLine(name);
  if (path === undefined) return <use href={`${formatDrawingPath(name)}#${lineId}`} />;
  return <path data-line={name} d={path} />;
}
