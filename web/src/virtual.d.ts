declare module 'virtual:label-widths' {
  const widths: Readonly<Record<string, number>>
  export default widths
}
declare module 'virtual:map/*' {
  const map: import('./map/spec').MapSpec
  export default map
}
declare module 'virtual:scenery/*' {
  const scenery: import('../build/scenery/scenery').Scenery
  export default scenery
}
declare module 'virtual:layout/*' {
  const layout: import('./board/layout').BoardLayout
  export default layout
}
