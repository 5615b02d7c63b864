/** Days until an unconfirmed address is deleted. */
export const unconfirmedDays = 30;

/** Hours for which a confirmation link works, counted from the time when its mail is sent. */
export const linkHours = 72;

/** Days from the last attempt at an edition until it is deleted who received it. */
export const deliveryDays = 30;
