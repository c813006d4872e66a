// Only the scripts a page needs are loaded: each file declares its range of letters.
import '@fontsource/libre-franklin/latin-400.css'
import '@fontsource/libre-franklin/latin-ext-400.css'
import '@fontsource/libre-franklin/latin-600.css'
import '@fontsource/libre-franklin/latin-ext-600.css'
import '@fontsource/oswald/latin-500.css'
import '@fontsource/oswald/latin-ext-500.css'
