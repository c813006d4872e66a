import { mount } from 'svelte'
import '../theme/fonts.css'
import '../theme/theme.css'
import Gallery from './Gallery.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('The page has no element #app.')
mount(Gallery, { target })
