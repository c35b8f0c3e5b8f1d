"""Drives a page in headless Chromium: steps as JSON on standard input, what came out as JSON on standard output.

Needs Playwright (PyPI), which drives the system's Chromium; nothing else is downloaded.
"""
import functools
import http.server
import json
import os
import sys
import threading

from playwright.sync_api import sync_playwright

job = json.load(sys.stdin)
results, messages, requests = [], [], []


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def address():
    """Where the page is: an address, a file, or below a folder that is served as any static server does."""
    if "address" in job:
        return job["address"]
    if "serve" not in job:
        return "file://" + job["page"]
    handler = functools.partial(Quiet, directory=job["serve"])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/{job['page']}"


def note(message):
    # Without a graphics card, reading pixels back from WebGL makes the browser talk about its speed.
    if message.type in ("error", "warning") and "(OpenGL, Performance," not in message.text:
        messages.append(message.text)


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=os.environ.get("KILN_CHROMIUM", "/usr/bin/chromium"),
        args=["--no-sandbox", "--disable-gpu"],
    )
    context = browser.new_context(
        viewport={"width": job.get("width", 1280), "height": job.get("height", 900)},
        device_scale_factor=job.get("density", 1),
        color_scheme=job.get("colors", "light"),
        reduced_motion="reduce" if job.get("calm") else "no-preference",
    )
    page = context.new_page()
    page.on("console", note)
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.on("request", lambda request: requests.append(request.url.split(",")[0][:80]))
    page.goto(address() + job.get("hash", ""))
    for step in job["steps"]:
        if "evaluate" in step:
            results.append(page.evaluate(step["evaluate"]))
        elif "press" in step:
            page.keyboard.press(step["press"])
        elif "click" in step:
            page.get_by_role("button", name=step["click"], exact=True).click()
        elif "check" in step:
            page.get_by_label(step["check"], exact=True).check()
        elif "fill" in step:
            label, text = step["fill"]
            page.get_by_label(label, exact=True).fill(text)
        elif "choose" in step:
            label, option = step["choose"]
            page.get_by_label(label, exact=True).select_option(option)
        elif "upload" in step:
            page.locator("input[type=file]").set_input_files(step["upload"])
        elif "drag" in step:
            # A function returns where the pointer goes down, and how far it is moved then.
            x, y, dx, dy = page.evaluate(step["drag"])
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + dx, y + dy, steps=6)
            page.mouse.up()
        elif "write" in step:
            path, text = step["write"]
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif "wait" in step:
            page.wait_for_function(step["wait"])
        elif "screenshot" in step:
            page.screenshot(path=step["screenshot"])
        elif "tab" in step:
            # Every place that the keyboard reaches, until it comes round.
            reached = []
            for _ in range(step["tab"]):
                page.keyboard.press("Tab")
                place = page.evaluate("""() => {
                    const list = [...document.querySelectorAll('*')];
                    return document.activeElement === document.body ? -1 : list.indexOf(document.activeElement);
                }""")
                if place >= 0 and place in reached:
                    break
                reached.append(place)
            results.append(reached)
    browser.close()
json.dump({"results": results, "messages": messages, "requests": requests}, sys.stdout)
