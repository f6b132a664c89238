export const SUPPORT_EMAIL = 'suporte@exemplo.com.br';

/** With country and area code, digits only. */
export const SUPPORT_WHATSAPP = '5582999990011';

/** `SUPPORT_WHATSAPP`, formatted for display. */
export const SUPPORT_WHATSAPP_SHOWN = '(82) 99999-0011';
