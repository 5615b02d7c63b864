import { css, cx } from '../styles/css.ts';
import { columns, inColumns, lead } from '../styles/layout.ts';

interface PageTitleProps {
  readonly title: string;
  readonly lead?: string;
  /** The column in which the page's text and its first sentence begin. */
  readonly from?: 4 | 5 | 6;
}

/** The h1 begins at column 1, the sentence below it where the text column begins. */
export function PageTitle({ title, lead: sentence, from = 4 }: PageTitleProps) {
  return (
    <div className={cx(columns, box)}>
      <h1>{title}</h1>
      {sentence ? <p className={cx(lead, places[from])}>{sentence}</p> : null}
    </div>
  );
}

const box = css`
  padding-block: clamp(40px, 5.6vw, 80px) clamp(32px, 3.9vw, 56px);
  h1 {
    ${inColumns('1 / -1')};
  }
  p {
    margin-top: clamp(16px, 1.7vw, 24px);
  }
`;

const places = {
  4: css`
    ${inColumns('4 / span 6')};
  `,
  5: css`
    ${inColumns('5 / span 6')};
  `,
  6: css`
    ${inColumns('6 / span 6')};
  `,
};
