import { createContext } from 'react-router';

export interface PageRequest {
  /** For the Content-Security-Policy of this answer. */
  nonce: string;
  /** Address of the site, no trailing slash, for absolute links. */
  publicUrl: string;
  demo: boolean;
  onFault: (error: unknown) => void;
}

export const pageRequest = createContext<PageRequest>();
