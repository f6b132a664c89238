/** The signed-in user as the header shows them. */
export interface HeaderUser {
  name: string | null;
  email: string;
}
