/** The line of the mark alone, as in the file (`drawn-files.ts`). */
export const markLine = {
  viewBox: '3 2 186 124',
  path: 'M16 16c9-9 28-4 45 13l70 70c17 17 36 22 45 13s4-28-13-45l-38-38c-17-17-41-17-58 0l-38 38c-17 17-22 36-13 45s28 4 45-13l70-70c17-17 36-22 45-13s4 28-13 45l-38 38c-17 17-41 17-58 0l-38-38c-17-17-22-36-13-45z',
} as const;
