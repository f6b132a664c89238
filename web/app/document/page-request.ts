import { createContext } from 'react-router';

export interface PageRequest {
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
  demo: boolean;
  onFault: (error: unknown) => void;
}

export const pageRequest = createContext<PageRequest>();
