export interface HeaderUser {
  name: string | null;
  email: string;
}
