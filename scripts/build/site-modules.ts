/* What a check of the content reads from the site's modules. It is bundled anew for each check (`import-bundle.ts`). */

/** The lists as editors write them, and their checks. */
export const importLists = async () => ({
  ...(await import('#shared/content.ts')),
  ...(await import('../check-content/check-content.ts')),
  ...(await import('../check-content/check-site.ts')),
});

/** Everything that a file of texts exports. */
export const importTexts = async (name: string): Promise<object> =>
  import(`../../shared/content/${name}.ts`);

/** The published content, and everything that has a route: these modules fail for a wrong entry, which is checked first. */
export const importPublished = async () => ({
  ...(await import('#shared/site-content.ts')),
  ...(await import('#shared/resources.ts')),
  ...(await import('#shared/routes.ts')),
  ...(await import('#shared/failure-report.ts')),
  ...(await import('#shared/site.ts')),
  ...(await import('#server/config.ts')),
  ...(await import('#server/routes/health.ts')),
  ...(await import('#server/routes/newsletter.ts')),
});
