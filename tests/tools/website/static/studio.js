// The studio in a page of the website, in a frame: on the first page it takes the place of its picture, in a lesson
// it goes to the step that is asked for. Without this script the links open the studio in the page's place.
"use strict";
{
  const links = document.querySelectorAll(".studio-step a");
  let frame = null;

  function made(title) {
    const studio = document.createElement("iframe");
    studio.className = "studio";
    studio.title = title;
    return studio;
  }

  function show(link) {
    const place = link.parentElement;
    const others = frame !== null;
    frame ??= made("The studio: the listing, the machine and the port, at this step");
    if (frame.previousElementSibling !== place) {
      // A frame that is moved as any other node begins anew, and Python with it; moveBefore lets it run on.
      if (others && place.parentElement.moveBefore) place.parentElement.moveBefore(frame, place.nextSibling);
      else place.after(frame);
    }
    if (frame.src !== link.href) frame.src = link.href;
    for (const each of links) each.toggleAttribute("data-shown", each === link);
    place.scrollIntoView({ block: "start" });
  }

  /** The frame comes behind the picture and takes its place when it has something to show. */
  function enter(door) {
    if (door.nextElementSibling?.className === "studio") return;
    const studio = made("The studio: the listing, the machine and the port");
    studio.hidden = true;
    studio.src = door.querySelector("a").href;
    studio.onload = () => {
      studio.hidden = false;
      door.hidden = true;
    };
    door.after(studio);
  }

  function onPlainClick(link, act) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      act();
    });
  }

  for (const link of links) onPlainClick(link, () => show(link));
  const door = document.querySelector(".studio-door");
  if (door) {
    onPlainClick(door.querySelector("a"), () => enter(door));
    // Python has eight megabytes: nobody's telephone fetches them unasked.
    const isWide = matchMedia("(min-width: 63em)").matches && !navigator.connection?.saveData;
    if (isWide) addEventListener("load", () => enter(door));
  }
}
