/** A sample portrait, to be replaced by a photograph. */
export interface Portrait {
  /** The file's name without its ending. */
  readonly name: string;
  readonly svg: string;
}

export function drawPortraits(): readonly Portrait[] {
  return ['ananya-rao', 'lukas-brandt', 'meera-iyer'].map((name) => ({
    name,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="480" height="600"><rect width="480" height="600" fill="#E3A72F"/></svg>\n`,
  }));
}
