// A lesson's step runs in the page: the studio stands in one frame, which goes to the step that is asked for.
// Without this script the link opens the studio in its place.
"use strict";
{
  const links = document.querySelectorAll(".studio-step a");
  let frame = null;

  function made() {
    const studio = document.createElement("iframe");
    studio.className = "studio";
    studio.title = "The studio: the listing, the machine and the port, at this step";
    return studio;
  }

  function show(link) {
    const place = link.parentElement;
    const others = frame !== null;
    frame ??= made();
    if (frame.previousElementSibling !== place) {
      // A frame that is moved as any other node begins anew, and Python with it; moveBefore lets it run on.
      if (others && place.parentElement.moveBefore) place.parentElement.moveBefore(frame, place.nextSibling);
      else place.after(frame);
    }
    if (frame.src !== link.href) frame.src = link.href;
    for (const each of links) each.toggleAttribute("data-shown", each === link);
    place.scrollIntoView({ block: "start" });
  }

  for (const link of links) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      show(link);
    });
  }
}
