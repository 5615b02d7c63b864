import * as z from 'zod';

/** Creates the schema of an environment variable that is a whole number within these limits. */
export const wholeNumber = (min: number, max: number) => {
  const text = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, text)
    .transform(Number)
    .refine((value) => value >= min && value <= max, text);
};
