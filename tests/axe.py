"""axe-core, which `make page` fetches, and how a page is checked with it."""

from pathlib import Path

AXE = Path(__file__).parents[1] / ".venv/page/node_modules/axe-core/axe.min.js"
CHECK = """async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const {violations} = await axe.run(document, {resultTypes: ['violations']});
  return violations.flatMap(({id, nodes}) => nodes.map(
    ({target, any, all, none}) => `${id}: ${target.join(' ')}: `
      + [...any, ...all, ...none].map(({message}) => message).join('; ')));
}"""
