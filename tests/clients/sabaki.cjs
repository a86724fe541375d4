// Plays a game of the engine against itself through Sabaki's GTP library, with some analyses, and
// prints the number of moves. Arguments: the folder of node_modules, the engine, its options.

const path = require('path')
const [modules, engine, ...options] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(path.join(modules, '@sabaki/gtp'))

/** Milliseconds for which a line of analysis is waited for. */
const PATIENCE = 20000

const fail = message => {
  console.error(message)
  process.exit(1)
}

async function analyze(controller, tracker, color) {
  const command = 'lz-analyze'
  if (!(await tracker.knowsCommand(command))) fail(`${command} is not listed`)
  let ended
  const hasLine = new Promise(resolve => {
    const sent = {name: command, args: [color, '1']}
    ended = controller.sendCommand(sent, ({line}) => line.startsWith('info move ') && resolve(true))
    setTimeout(resolve, PATIENCE, false).unref()
  })
  if (!(await hasLine)) fail('no line of analysis')
  await controller.sendCommand({name: 'name'})
  await ended
}

async function main() {
  const controller = new Controller(engine, options)
  const tracker = new ControllerStateTracker(controller)
  controller.start()
  const state = {komi: 6.5, boardsize: [9, 9], timeSettings: null, history: []}
  let passes = 0
  while (passes < 2 && state.history.length < 200) {
    const color = state.history.length % 2 === 0 ? 'B' : 'W'
    await tracker.sync(state)
    if (state.history.length % 20 === 5) await analyze(controller, tracker, color)
    const response = await controller.sendCommand({name: 'genmove', args: [color]})
    if (response.error) fail(response.content)
    if (response.content === 'resign') break
    state.history.push({name: 'play', args: [color, response.content.toUpperCase()]})
    passes = response.content === 'pass' ? passes + 1 : 0
  }
  // Going back in the game, as a click of the user does.
  const moves = state.history.length
  state.history.length = 3
  await tracker.sync(state)
  const history = await controller.sendCommand({name: 'move_history'})
  if (history.content.split('\n').length !== 3) fail('wrong number of moves after going back')
  await controller.stop()
  console.log(moves)
}

main().catch(error => fail(error))
