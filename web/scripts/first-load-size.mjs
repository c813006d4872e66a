// What a browser loads before the first game can be seen: page, scripts, styles, Latin fonts and the largest map.
// Fails above the limit. Run after `npm run build`.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const LIMIT_KB = 250
const dist = new URL('../dist/', import.meta.url)
// Pages that come when somebody goes there, and what only they need.
const LATER = ['Account', 'JoinByCode', 'MyGames', 'NewTable', 'Records', 'ReplayPage', 'Watch', 'tables']
const notAtFirst = [/latin-ext/, /favicon-turn/, /nyc-/, new RegExp(`assets/(${LATER.join('|')})[.-]`)]
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`)
    .filter((file) => !notAtFirst.some((pattern) => pattern.test(file)))
let total = 0
for (const file of files.sort()) {
    const bytes = gzipSync(readFileSync(file), { level: 9 }).length
    total += bytes
    console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file.split('/dist/').at(-1)}`)
}
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  together, of ${LIMIT_KB} kB`)
process.exit(total > LIMIT_KB * 1000 ? 1 : 0)
