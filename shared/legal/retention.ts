/** Days until an unconfirmed address is deleted. */
export const unconfirmedDays = 30;

/** Hours for which a confirmation link works, counted from the time when its mail is sent. */
export const linkHours = 72;

/** Days from the queueing of an edition until its list of recipients is deleted. */
export const deliveryDays = 30;
