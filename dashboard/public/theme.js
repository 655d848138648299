// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own: the page's policy allows no inline script.
try {
  const theme = localStorage.getItem('quoin.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be switched off: the system's theme then stands.
}
