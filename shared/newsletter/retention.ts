/** Days after which an address is deleted that nobody has confirmed. The privacy page says so too. */
export const unconfirmedDays = 30;
