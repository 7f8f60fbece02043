// A list of all versions of the documentation in the sidebar, and a note in those that are not the
// newest. The list is the file versions.js beside the folders of the versions; a folder that stands
// alone has none, and nothing is shown.
(() => {
  const root = new URL(document.documentElement.dataset.content_root, location.href);
  const site = new URL("../", root);
  const list = document.createElement("script");
  list.src = new URL("versions.js", site).href;
  const address = (version) => new URL(`${version}/index.html`, site).href;

  function chooser(versions, present) {
    const select = document.createElement("select");
    select.className = "linkwork-versions";
    select.setAttribute("aria-label", "Version of this documentation");
    for (const version of versions) {
      const text = version === versions[0] ? `Version ${version} (newest)` : `Version ${version}`;
      select.add(new Option(text, version, false, version === present));
    }
    select.addEventListener("change", () => location.assign(address(select.value)));
    document.querySelector(".sidebar-brand")?.after(select);
  }

  function note(newest, present) {
    const link = document.createElement("a");
    link.href = address(newest);
    link.textContent = `version ${newest}`;
    const text = document.createElement("p");
    text.className = "linkwork-old-version";
    text.append(`This is the documentation of version ${present}. The newest is that of `, link);
    text.append(".");
    document.querySelector("article[role=main]")?.prepend(text);
  }

  list.addEventListener("load", () => {
    const versions = window.linkworkVersions;
    const present = decodeURIComponent(root.pathname.split("/").at(-2));
    if (!versions.includes(present)) return;
    chooser(versions, present);
    if (present !== versions[0]) note(versions[0], present);
  });
  document.head.append(list);
})();
