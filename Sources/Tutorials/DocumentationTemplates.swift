import AuthDescriptor
import AuthGenerator
import AuthTemplates

extension TemplateSet {
  /// The templates of tutorials and articles, which are embedded in this package.
  public static let tutorials = TemplateSet(builtIn: AuthTemplates.tutorials)

  /// The errors in the templates of tutorials and articles.
  public var tutorialFindings: [Diagnostic] { findings(in: TutorialGenerator.shapes + PageGenerator.shapes) }
}

extension TemplateContext {
  /// A table of all values that the templates of tutorials and articles may use.
  public static let tutorials =
    markdown(
      of: TutorialModel.keys, title: "What pages of tutorials may name",
      texts: "Markdown that shows what it says, and directives that show a step's file") + "\n"
    + markdown(of: ProgramModel.keys, title: "What their programs may name") + "\n"
    + markdown(
      of: PageModel.keys, title: "What the article of a provider may name",
      texts: "Markdown that shows what it says") + "\n"
    + markdown(
      of: PageIndexModel.keys, title: "What the index of these articles may name",
      texts: "Markdown that shows what it says")
}
