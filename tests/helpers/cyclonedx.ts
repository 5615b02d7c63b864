import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

/** What the schema of CycloneDX 1.6 has against a file, as strictly as it can be read; null: nothing. */
export function validateSbom(text: string): Promise<unknown> {
  return new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
}
