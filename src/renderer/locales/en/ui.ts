export const ui = {
  cancel: 'Cancel',
  clear: 'Clear',
  copied: 'Copied',
  copyCode: 'Copy the code',
  copyId: 'Copy the id {{id}}',
  hiddenCharacter: 'A character that cannot be seen',
  loading: 'Loading',
  paneEdge: 'Edge of the pane',
  toasts: 'Messages',
  tryAgain: 'Try again',
}
