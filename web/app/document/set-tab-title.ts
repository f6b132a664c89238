/** Shows a title in the browser's tab. @returns shows that of the page again */
export function setTabTitle(title: string): () => void {
  const ofPage = document.title;
  document.title = title;
  return () => {
    // A navigation has already set the next page's title.
    if (document.title === title) document.title = ofPage;
  };
}
