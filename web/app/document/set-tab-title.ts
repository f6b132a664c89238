/**
 * Sets the title of the browser's tab.
 * @returns a function that restores the page's title
 */
export function setTabTitle(title: string): () => void {
  const ofPage = document.title;
  document.title = title;
  return () => {
    // Skipped if a navigation has already set the next page's title.
    if (document.title === title) document.title = ofPage;
  };
}
