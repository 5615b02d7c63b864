import { css, cx } from '../styles/css.ts';
import { iconButton } from '../styles/icon-button.ts';
import { setTheme, type Theme, useTheme } from './theme.ts';

const labels: Readonly<Record<Theme, string>> = {
  system: 'Theme: follows the system',
  light: 'Theme: light',
  dark: 'Theme: dark',
};

/**
 * Switches from the system's theme to its opposite, so that the first click changes something, then to the other one
 * and back to the system's. The icon depends on `data-theme` in CSS, not on the state, so it is right before hydration
 * too: a half disc, an empty one, a full one.
 */
export function ThemeButton() {
  const theme = useTheme();
  return (
    <button
      type="button"
      className={cx('needs-script', iconButton, disc)}
      aria-label={labels[theme]}
      data-tooltip={labels[theme]}
      onClick={() => setTheme(findNext(theme))}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
        <path d="M12 4a8 8 0 0 0 0 16z" fill="currentColor" />
      </svg>
    </button>
  );
}

function findNext(theme: Theme): Theme {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const [seen, opposite] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  if (theme === 'system') return opposite;
  return theme === opposite ? seen : 'system';
}

const disc = css`
  svg {
    width: 1.5rem;
  }
  path:last-of-type,
  [data-theme='light'] & path {
    display: none;
  }
  [data-theme='dark'] & path {
    display: inline;
  }
`;
