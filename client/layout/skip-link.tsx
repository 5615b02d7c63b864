import { css } from '../styles/css.ts';

/** The first focusable element of the page. Skips the header (WCAG 2.2 SC 2.4.1). */
export function SkipLink() {
  return (
    <a href="#main" className={skipLink}>
      Skip to content
    </a>
  );
}

const skipLink = css`
  position: fixed;
  z-index: 3;
  top: 8px;
  inset-inline-start: var(--side);
  min-width: 184px; /* covers the name below it */
  padding: 12px 20px 10px;
  background: var(--text);
  color: var(--page);
  font-weight: 600;
  text-align: center;
  border-radius: var(--radius);
  transform: translateY(-200%);
  &:focus {
    transform: none;
  }
`;
