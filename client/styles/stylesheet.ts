let loading: Promise<void> | undefined;
let isLoaded = false;

/** Whether the rules of every page are loaded. */
export function isStylesheetLoaded(): boolean {
  return isLoaded;
}

/**
 * Adds the stylesheet with the rules of every page: the head has only those of the first one. They are in the same
 * order, so the shown page does not change. Rejects if the stylesheet cannot be fetched; the next call tries again.
 */
export function loadStylesheet(): Promise<void> {
  loading ??= addLink().then(
    () => {
      isLoaded = true;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function addLink(): Promise<void> {
  const href = document.getElementById('root')?.dataset['styles'];
  if (href === undefined) return Promise.resolve(); // Without a build the head holds all rules.
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('The stylesheet could not be loaded'));
    });
    document.head.append(link);
  });
}
