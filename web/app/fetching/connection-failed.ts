/** In their own module because the other messages are loaded lazily, which fails without a connection. */
export const CONNECTION_FAILED = 'Erro de conexão. Verifique sua internet.';
/** For a response with status 503. */
export const SHOP_UNAVAILABLE = 'A loja está fora do ar por um instante. Tente novamente daqui a pouco.';
