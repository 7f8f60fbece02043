// Players inside of pages have the theme of the page.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => {
    const chosen = document.body.dataset.theme;
    return chosen === "dark" || (chosen !== "light" && system.matches) ? "dark" : "light";
  };
  const tell = (player) => player?.postMessage({ linkworkTheme: theme() }, "*");
  const tellAll = () => {
    for (const frame of document.querySelectorAll("iframe.linkwork-player")) {
      tell(frame.contentWindow);
    }
  };
  addEventListener("message", (event) => {
    if (event.data === "linkwork-player") tell(event.source);
  });
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(tellAll).observe(document.body, { attributeFilter: ["data-theme"] });
    system.addEventListener("change", tellAll);
  });
})();
