/** Requests from this address have their visitor's in X-Forwarded-For. */
export const cdnAddress = '127.0.0.45';
