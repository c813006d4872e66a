import { mount } from 'svelte'
import App from './App.svelte'
import './theme/fonts.css'
import './theme/theme.css'

const target = document.getElementById('app')
if (!target) throw new Error('The page has no element #app.')
mount(App, { target })
