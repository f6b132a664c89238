/** Where the support desk can be reached besides the site. */
export const SUPPORT_EMAIL = 'suporte@exemplo.com.br';

/** With country and area code, digits only. */
export const SUPPORT_WHATSAPP = '5582999990011';

/** The same number as people write it. */
export const SUPPORT_WHATSAPP_SHOWN = '(82) 99999-0011';
