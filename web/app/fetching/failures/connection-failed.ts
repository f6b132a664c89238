/** In its own module because the other messages are loaded lazily, which fails without a connection. */
export const CONNECTION_FAILED = 'Erro de conexão. Verifique sua internet.';
