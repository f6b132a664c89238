/** Result of the step, and the page that shows it. */
export interface Step {
  text: string;
  /** Path on the site. */
  shownAt: string;
  link: string;
}
